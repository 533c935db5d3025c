"""Photos for the screenshots, painted: sky, sun, hills behind hills, and water that shows them again."""

import io
from random import Random

from PIL import Image, ImageChops, ImageDraw, ImageFilter, ImageOps

# The sky from above to the horizon, the sun, the farthest hill, the nearest; whether there is a lake.
LIGHTS = {
    "dawn": ("#3b4a7a", "#f3b98f", "#ffe9c4", "#9a86a5", "#26243c", True),
    "morning": ("#6fa8dc", "#dceaf2", "#fffbe6", "#a9c3cf", "#2f5d4a", True),
    "noon": ("#3f87d0", "#bfe0f5", "#fffef2", "#8fb3a2", "#2c6a36", False),
    "autumn": ("#7fa3bd", "#f1e1c0", "#fff3cf", "#c9a27a", "#7a3b1d", True),
    "rain": ("#5d6b78", "#b9c3c8", "#c9d1d4", "#8a979d", "#2d3b3a", True),
    "dusk": ("#2a2350", "#e2725b", "#ffd9a0", "#7d5277", "#170f2a", True),
    "night": ("#070b1e", "#23345c", "#f4f1de", "#1d2a49", "#04060f", True),
    "snow": ("#8fb4da", "#eef4fa", "#ffffff", "#c8d6e6", "#5f7a99", False),
    "desert": ("#4f8fc0", "#f2d3a0", "#fff5d8", "#d9a066", "#8a4b22", False),
    "sea": ("#4a90c2", "#e8f1ee", "#fffbe8", "#8fb9c4", "#1f5a6e", True),
}


def colour(text):
    return tuple(int(text[place : place + 2], 16) for place in (1, 3, 5))


def between(first, last, share):
    return tuple(round(a + (b - a) * share) for a, b in zip(first, last))


def gradient(size, above, below):
    return ImageOps.colorize(Image.linear_gradient("L").resize(size), above, below)


def ridge(random, width, height, roughness):
    """Heights of a hill's edge, halved again and again between points that chance moved."""
    points = [random.uniform(0.3, 1), random.uniform(0.3, 1)]
    swing = 0.5
    while len(points) < width // 2:
        middles = [(a + b) / 2 + random.uniform(-swing, swing) for a, b in zip(points, points[1:])]
        points = [point for both in zip(points, middles) for point in both] + points[-1:]
        swing *= roughness
    step = width / (len(points) - 1)
    return [(place * step, -height * point) for place, point in enumerate(points)]


def paint_sky(random, size, sky, horizon, sun):
    width, height = size
    image = gradient(size, colour(sky), colour(horizon))
    glow = Image.new("L", size)
    x, y = width * random.uniform(0.2, 0.8), height * random.uniform(0.2, 0.45)
    draw = ImageDraw.Draw(glow)
    for share in range(40, 0, -1):
        reach = width * 0.3 * (share / 40) ** 2
        draw.ellipse((x - reach, y - reach, x + reach, y + reach), fill=round(150 * (1 - share / 41) ** 2))
    disc = width * 0.03
    draw.ellipse((x - disc, y - disc, x + disc, y + disc), fill=255)
    image.paste(colour(sun), mask=glow.filter(ImageFilter.GaussianBlur(width / 400)))
    clouds = Image.frombytes("L", (9, 36), random.randbytes(324)).resize(size, Image.Resampling.BICUBIC)
    clouds = clouds.filter(ImageFilter.GaussianBlur(width / 80)).point(lambda value: max(0, value - 120) * 2)
    image.paste(between(colour(horizon), colour(sun), 0.5), mask=ImageChops.multiply(clouds, ImageOps.invert(Image.linear_gradient("L").resize(size))))
    return image


def paint_hills(random, image, base, far, near, layers=6):
    width, height = image.size
    for layer in range(layers):
        share = layer / (layers - 1)
        tone = between(colour(far), colour(near), share)
        foot = base - height * 0.12 * (1 - share) + height * 0.02
        edge = ridge(random, width, height * (0.26 - 0.17 * share), 0.5)
        outline = [(x, foot + y) for x, y in edge] + [(width, height), (0, height)]
        mask = Image.new("L", image.size)
        ImageDraw.Draw(mask).polygon(outline, fill=255)
        # Farther down a hill the air is thicker.
        body = gradient((width, height), tone, between(tone, colour(far), 0.35 * (1 - share)))
        image.paste(body, mask=mask.filter(ImageFilter.GaussianBlur(width / 1600)))


def paint_lake(random, image, shore, near):
    """The mirror image of the picture above the shore: darker, and broken by small waves."""
    width, height = image.size
    depth = height - shore
    above = ImageOps.flip(image.crop((0, max(0, shore - depth), width, shore))).resize((width, depth))
    lake = Image.blend(above, Image.new("RGB", above.size, colour(near)), 0.25)
    torn = lake.copy()
    for row in range(depth):
        reach = 1 + row * width // (depth * 60)
        line = lake.crop((0, row, width, row + 1))
        torn.paste(ImageChops.offset(line, random.randint(-reach, reach), 0), (0, row))
    image.paste(torn.filter(ImageFilter.BoxBlur(width / 1200)), (0, shore))


def landscape(light, width=1600, height=1200):
    """A JPEG of one of the `LIGHTS`; the same each time."""
    random = Random(light)
    sky, horizon, sun, far, near, has_lake = LIGHTS[light]
    image = paint_sky(random, (width, height), sky, horizon, sun)
    shore = round(height * (0.64 if has_lake else 0.78))
    paint_hills(random, image, shore, far, near)
    if has_lake:
        paint_lake(random, image, shore, near)
    data = io.BytesIO()
    # Waves wrap around at the sides.
    image = image.crop((width // 30, 0, width - width // 30, height)).resize((width, height), Image.Resampling.LANCZOS)
    image.save(data, "JPEG", quality=88)
    return data.getvalue()
