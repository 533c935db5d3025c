/**
 * Sealing: AES-256-GCM under a random data key, which is wrapped by a key derived from a password.
 * Nothing here touches a disk.
 */

/** OWASP's figure for PBKDF2-HMAC-SHA-256 (Password Storage Cheat Sheet); stored with each wrapped key. */
export const ITERATIONS = 600000;

export const utf8 = text => new TextEncoder().encode(text);
export const text = bytes => new TextDecoder().decode(bytes);
const random = length => crypto.getRandomValues(new Uint8Array(length));

/** Sealed bytes are bound to their account and place: moved elsewhere, they cannot be read. */
const aes = (iv, place) => ({ name: 'AES-GCM', iv, additionalData: utf8(place.join('\n')) });

/** A new data key's bytes. */
export const freshKey = () => random(32);

/** A data key from its bytes; the bytes cannot be exported from it. */
export const importKey = bytes => crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, ['encrypt', 'decrypt']);

/** @param {...(string|number)} place the account and the place of the bytes */
export async function seal(key, bytes, ...place) {
  const iv = random(12);
  return { iv, bytes: new Uint8Array(await crypto.subtle.encrypt(aes(iv, place), key, bytes)) };
}

export async function unseal(key, { iv, bytes }, ...place) {
  return new Uint8Array(await crypto.subtle.decrypt(aes(iv, place), key, bytes));
}

/** The same characters from two keyboards may be composed or not; they are the same password. */
async function passwordKey(password, salt, iterations) {
  const base = await crypto.subtle.importKey('raw', utf8(text(password).normalize('NFKC')), 'PBKDF2', false, ['deriveKey']);
  return crypto.subtle.deriveKey({ name: 'PBKDF2', hash: 'SHA-256', salt, iterations }, base,
    { name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
}

/** Wraps a data key: `{id, salt, iterations, iv, wrapped}`. */
export async function lock(id, raw, password) {
  const salt = random(16);
  const { iv, bytes } = await seal(await passwordKey(password, salt, ITERATIONS), raw, id, 'key');
  return { id, salt, iterations: ITERATIONS, iv, wrapped: bytes };
}

/** The data key's bytes, or null when the password is wrong. */
export async function unlock({ id, salt, iterations, iv, wrapped }, password) {
  const key = await passwordKey(password, salt, iterations);
  try {
    return await unseal(key, { iv, bytes: wrapped }, id, 'key');
  } catch (_) {
    return null;
  }
}
