/**
 * Prepares a photo to leave the device (N5): upright, at most 2,048 pixels a side, and encoded again, so that nothing
 * but the visible picture is left; and makes a thumbnail of it. The same file is the worker that does this beside the
 * document and the module that does it in the document, where a worker cannot draw.
 */

const SIDE = 2048;
const SMALL_SIDE = 320;
const MOST_BYTES = 10e6; // bytes of a photo that is stored (N4)
const MOST_PNG = 3e6; // a larger one is a photo, not a drawing
const MOST_PIXELS = 110e6; // decoded at four bytes each: the most that phones can hold
const MOST_READ = 100e6; // bytes of a file

const inDocument = typeof document !== 'undefined';

/** A file's failure, with the reason as Swift names it. */
const failure = reason => Object.assign(new Error(reason), { reason });

const bytesOf = async blob => new Uint8Array(await new Response(blob).arrayBuffer());

// MARK: The file

const letters = (bytes, from, to) => String.fromCharCode(...bytes.subarray(from, to));

/** `{type, width, height, turn}` of a file; a size of 0 is unknown, `turn` is EXIF's orientation. */
function look(bytes) {
  const view = new DataView(bytes.buffer);
  const found = (type, width = 0, height = 0, turn = 1) => ({ type, width, height, turn });
  const start = letters(bytes, 0, 12);
  try {
    if (start.startsWith('\xff\xd8\xff')) return found('image/jpeg', ...lookAtJPEG(view, bytes));
    if (start.startsWith('\x89PNG\r\n\x1a\n') && letters(bytes, -4096).includes('IEND')) {
      return found('image/png', view.getUint32(16), view.getUint32(20));
    }
    if (/^GIF8[79]a/.test(start) && endsGIF(bytes)) return found('image/gif', view.getUint16(6, true), view.getUint16(8, true));
    if (/^RIFF[^]{4}WEBP/.test(start) && bytes.length >= 8 + view.getUint32(4, true)) {
      return found('image/webp', ...lookAtWebP(view, letters(bytes, 12, 16)));
    }
  } catch (_) {
    throw failure('notImage'); // the file ends too early
  }
  if (/^[^]{4}ftyp(hei|hev|mif|avi)/.test(start)) return found('image/heic'); // or its like
  throw failure('notImage');
}

/**
 * Width, height and turn, from a JPEG's segments. Source: ITU-T T.81, B.1 and B.2; Exif 2.32, 4.5. A JPEG without its
 * end is refused, and so are such files of other types: decoders fill the missing part with grey, or leave it empty.
 */
function lookAtJPEG(view, bytes) {
  let turn = 1;
  for (let place = 2; place + 9 < view.byteLength;) {
    const marker = view.getUint16(place);
    const isFrame = marker >= 0xffc0 && marker <= 0xffcf && marker !== 0xffc4 && marker !== 0xffc8 && marker !== 0xffcc;
    if (isFrame && !ends(bytes, place)) break;
    if (isFrame) return [view.getUint16(place + 7), view.getUint16(place + 5), turn];
    if (marker === 0xffe1 && view.getUint32(place + 4) === 0x45786966) turn = turnOf(view, place + 10) || turn;
    place += marker === 0xffff ? 1 : 2 + view.getUint16(place + 2);
  }
  throw failure('notImage');
}

/** Coded data contains no FF D9 (T.81, B.1.1.5). Data after the picture may be long. */
function ends(bytes, from) {
  for (let at = bytes.indexOf(0xd9, from); at > 0; at = bytes.indexOf(0xd9, at + 1)) {
    if (bytes[at - 1] === 0xff) return true;
  }
  return false;
}

function turnOf(view, start) {
  try {
    const little = view.getUint16(start) === 0x4949;
    const list = start + view.getUint32(start + 4, little);
    for (let index = 0; index < view.getUint16(list, little); index += 1) {
      const entry = list + 2 + index * 12;
      if (view.getUint16(entry, little) === 0x0112) return view.getUint16(entry + 8, little);
    }
  } catch (_) { /* metadata that leads nowhere */ }
  return 0;
}

/** Whether a GIF's blocks lead to its end. Source: GIF89a, 15 to 27. */
function endsGIF(bytes) {
  const colours = flags => flags & 0x80 ? 6 << (flags & 7) : 0;
  let at = 13 + colours(bytes[10]);
  while (bytes[at] === 0x21 || bytes[at] === 0x2c) {
    at += bytes[at] === 0x21 ? 2 : 11 + colours(bytes[at + 9]);
    while (bytes[at]) at += bytes[at] + 1;
    at += 1;
  }
  return bytes[at] === 0x3b;
}

/** Source: RFC 9649, 2.5 to 2.7. */
function lookAtWebP(view, chunk) {
  const three = place => view.getUint16(place, true) + view.getUint8(place + 2) * 65536;
  if (chunk === 'VP8X') return [three(24) + 1, three(27) + 1];
  if (chunk !== 'VP8L') return [view.getUint16(26, true) & 0x3fff, view.getUint16(28, true) & 0x3fff];
  const bits = view.getUint32(21, true);
  return [(bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1];
}

// MARK: Drawing

/** The browser's decoded picture: something to draw, upright, with its size. */
async function decode(blob) {
  if (!inDocument) {
    const bitmap = await createImageBitmap(blob, { imageOrientation: 'from-image' });
    return { source: bitmap, width: bitmap.width, height: bitmap.height, close: () => bitmap.close() };
  }
  const url = URL.createObjectURL(blob);
  const image = new Image();
  image.src = url;
  const close = () => URL.revokeObjectURL(url);
  try {
    await image.decode();
  } catch (error) {
    close();
    throw error;
  }
  return { source: image, width: image.naturalWidth, height: image.naturalHeight, close };
}

function canvasOf(width, height) {
  if (!inDocument) return new OffscreenCanvas(width, height);
  return Object.assign(document.createElement('canvas'), { width, height });
}

/** Draws a source so that no side is longer than `side`. @param {number} turn the turn that the browser has not made */
function draw({ source, width, height }, side, turn = 1) {
  const scale = Math.min(1, side / Math.max(width, height));
  const [wide, high] = [width, height].map(length => Math.max(1, Math.round(length * scale)));
  const canvas = turn > 4 ? canvasOf(high, wide) : canvasOf(wide, high);
  const context = canvas.getContext('2d');
  if (!context) throw failure('memory');
  context.imageSmoothingQuality = 'high';
  const [w, h] = [canvas.width, canvas.height];
  const turns = [[1, 0, 0, 1, 0, 0], [-1, 0, 0, 1, w, 0], [-1, 0, 0, -1, w, h], [1, 0, 0, -1, 0, h],
    [0, 1, 1, 0, 0, 0], [0, 1, -1, 0, w, 0], [0, -1, -1, 0, w, h], [0, -1, 1, 0, 0, h]];
  context.setTransform(...turns[turn - 1] || turns[0]);
  context.drawImage(source, 0, 0, wide, high);
  context.setTransform(1, 0, 0, 1, 0, 0);
  return { canvas, context, source: canvas, width: w, height: h };
}

/** A canvas's bytes as a blob; of another type if the browser cannot write this one. */
async function encode({ canvas, context, width, height }, type) {
  if (type === 'image/jpeg') { // transparent parts become white, not black
    context.globalCompositeOperation = 'destination-over';
    context.fillStyle = '#fff';
    context.fillRect(0, 0, width, height);
  }
  const quality = type === 'image/png' ? undefined : 0.86;
  const blob = inDocument ? await new Promise(resolve => canvas.toBlob(resolve, type, quality))
    : await canvas.convertToBlob({ type, quality });
  if (!blob) throw failure('memory');
  return blob;
}

async function encodeAs(type, drawn) {
  if (type !== 'image/jpeg') {
    const blob = await encode(drawn, type);
    if (blob.type === type && blob.size <= (type === 'image/png' ? MOST_PNG : MOST_BYTES)) return blob;
  }
  return encode(drawn, 'image/jpeg');
}

/** Frees a canvas at once; Safari waits long for it otherwise. */
const drop = ({ canvas }) => Object.assign(canvas, { width: 0, height: 0 });

/** Browsers that support this draw a photo upright. */
const turnsAlone = () => !inDocument || CSS.supports('image-orientation', 'from-image');

/**
 * @param {Blob} file
 * @returns {Promise<{type: string, width: number, height: number, photo: Uint8Array, thumbnail: Uint8Array}>}
 *   An error has a `reason` when the file is at fault, and none when this browser cannot do it here.
 */
export async function shrink(file) {
  if (file.size > MOST_READ) throw failure('memory');
  const { type, width, height, turn } = look(await bytesOf(file));
  if (width * height > MOST_PIXELS) throw failure('memory');
  const picture = await decode(file).catch(error => {
    throw error instanceof TypeError || type === 'image/heic' ? error : failure('notImage');
  });
  let whole = null;
  let small = null;
  try {
    whole = draw(picture, SIDE, turnsAlone() ? 1 : turn);
    small = draw(whole, SMALL_SIDE);
    picture.close(); // 48 MB of a photo of 12 megapixels
    const keeps = type === 'image/gif' && Math.max(width, height) <= SIDE && file.size <= MOST_BYTES; // it may move
    const as = { 'image/gif': 'image/png', 'image/heic': 'image/jpeg' }[type] || type;
    const photo = keeps ? file : await encodeAs(as, whole);
    if (photo.size > MOST_BYTES) throw failure('tooLarge');
    return {
      type: keeps ? type : photo.type, width: whole.width, height: whole.height,
      photo: await bytesOf(photo), thumbnail: await bytesOf(await encode(small, 'image/jpeg')),
    };
  } finally {
    picture.close();
    [whole, small].forEach(drawn => drawn && drop(drawn));
  }
}

if (!inDocument) {
  self.onmessage = async ({ data }) => {
    try {
      if (!self.OffscreenCanvas || !self.createImageBitmap) throw new Error('cannot draw');
      const made = await shrink(data);
      self.postMessage(made, [made.photo.buffer, made.thumbnail.buffer]);
    } catch (error) {
      self.postMessage({ reason: error.reason || '' });
    }
  };
}
