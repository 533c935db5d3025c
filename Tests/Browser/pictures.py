"""Real photos of each type, and files that only claim to be photos; all made here, from a seed where chance helps."""

import io
import struct
import zlib
from random import Random

from PIL import Image, ImageOps, PngImagePlugin

CAMERA = b"Kestrel Camera"
PLACE = b"12.9716 north, 77.5946 east"
CORNERS = [(220, 30, 30), (30, 160, 60), (30, 60, 220), (240, 240, 240)]


def corners(width, height):
    """Red, green, blue and white, from the top left; so one sees which way up it is."""
    image = Image.new("RGB", (width, height))
    half = (width // 2, height // 2)
    for place, colour in enumerate(CORNERS):
        left, top = half[0] * (place % 2), half[1] * (place // 2)
        image.paste(colour, (left, top, left + half[0] + 1, top + half[1] + 1))
    return image


def scene(width, height, seed):
    """No two seeds look alike, and it is as hard to encode as a photo."""
    small = (max(1, width // 8), max(1, height // 8))
    noise = Random(seed).randbytes(small[0] * small[1] * 3)
    return Image.frombytes("RGB", small, noise).resize((width, height), Image.Resampling.BICUBIC)


def encoded(image, type, **options):
    data = io.BytesIO()
    image.save(data, type, **options)
    return data.getvalue()


def exif(orientation=1):
    """The metadata of a phone: the camera, the place in words and as coordinates, and the orientation."""
    data = Image.Exif()
    data[0x010F] = CAMERA.decode()
    data[0x010E] = PLACE.decode()
    data[0x0112] = orientation
    place = data.get_ifd(0x8825)
    place.update({1: "N", 2: (12.0, 58.0, 17.76), 3: "E", 4: (77.0, 35.0, 40.56)})
    return data.tobytes()


def photo(seed=1, width=640, height=480, orientation=1):
    """A JPEG as a phone takes it."""
    return encoded(scene(width, height, seed), "JPEG", quality=88, exif=exif(orientation))


def with_metadata(type):
    """A small picture of each type, each with all that this type may carry."""
    image = corners(240, 160)
    if type == "image/jpeg":
        return encoded(image, "JPEG", quality=90, exif=exif(), comment=PLACE)
    if type == "image/webp":
        return encoded(image, "WEBP", quality=90, exif=exif(), xmp=b"<x:xmpmeta>" + PLACE + b"</x:xmpmeta>")
    if type == "image/gif":
        return encoded(image, "GIF", save_all=True, append_images=[ImageOps.flip(image)], duration=80, comment=PLACE)
    texts = PngImagePlugin.PngInfo()
    texts.add_text("Location", PLACE.decode())
    texts.add_itxt("Camera", CAMERA.decode())
    return encoded(image, "PNG", pnginfo=texts, exif=exif())


TYPES = ("image/jpeg", "image/png", "image/webp", "image/gif")


def opened(data):
    image = Image.open(io.BytesIO(data))
    image.load()
    return image


def upright(data):
    return ImageOps.exif_transpose(opened(data))


def corners_of(image):
    """Which colour stands in which corner, from the top left, as places in `CORNERS`."""
    image = image.convert("RGB")
    found = []
    for place in range(4):
        x = image.width * (1 + 2 * (place % 2)) // 4
        y = image.height * (1 + 2 * (place // 2)) // 4
        seen = image.getpixel((x, y))
        found.append(min(range(4), key=lambda n: sum((a - b) ** 2 for a, b in zip(seen, CORNERS[n]))))
    return found


def nearest(data, others):
    """Which of these pictures one shows, however it was encoded and scaled."""
    small = lambda data: opened(data).convert("RGB").resize((24, 18)).tobytes()  # noqa: E731
    found, wanted = small(data), [small(other) for other in others]
    return min(range(len(wanted)), key=lambda n: sum(abs(a - b) for a, b in zip(found, wanted[n])))


def bomb(side=50_000):
    """A PNG of a few hundred bytes whose header states 2.5 thousand megapixels."""

    def chunk(name, data):
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    head = struct.pack(">IIBBBBB", side, side, 1, 0, 0, 0, 0)
    lines = zlib.compress(bytes((side // 8 + 1) * 200))
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", lines) + chunk(b"IEND", b"")


def half(data):
    return data[: len(data) // 2]


BROKEN = {
    "page.jpg": b"<!doctype html><script>alert(1)</script>",
    "drawing.svg": b'<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>',
    "half.jpg": photo(7)[: 12_000],
    "half.png": encoded(scene(320, 240, 8), "PNG")[:9_000],
    "half.gif": half(encoded(scene(320, 240, 9), "GIF")),
    "half.webp": half(encoded(scene(320, 240, 10), "WEBP")),
    "moving.gif": with_metadata("image/gif")[:-1],
    "bomb.png": bomb(),
    "empty.jpg": b"",
}
