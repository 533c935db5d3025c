/** Files that the person chooses for an import, and those that the app writes, piece by piece. A browser moves large Blobs to the disk. */

import { used } from './tell.js';

const PATIENCE = 600000; // ms for an import

/**
 * @param {Object} host what this part gets from the first one (`secondpart.js`)
 * @param {(sha: string) => Blob} lastRead the photo that Swift was given last
 */
export function makeFiles({ emit, request }, lastRead) {
  const pieces = [];
  document.addEventListener('change', ({ target }) => { // the file goes directly to the server; the result goes to Swift
    const field = target.closest('[data-upload]');
    const file = field && field.files[0];
    if (!file) return;
    const [id, path, type, account] = ['request', 'path', 'type', 'account'].map(name => field.getAttribute(`data-${name}`));
    emit(...used(field, 'upload'));
    request(id, 'POST', path, ['content-type', type, 'daybook-account', account], file, PATIENCE);
    field.value = '';
  });
  return {
    write([, sha], bytes) { pieces.push(new Blob([bytes]), lastRead(sha)); },
    save([, name], bytes) {
      const link = document.createElement('a');
      link.href = URL.createObjectURL(new Blob([...pieces.splice(0), bytes], { type: 'application/zip' }));
      link.download = name;
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 60000);
    },
    forget() { pieces.length = 0; },
  };
}
