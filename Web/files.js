/** Files that the app writes for the person, piece by piece. A browser moves large Blobs to the disk. */

/** @param {(sha: string) => Blob} lastRead the photo that Swift was given last */
export function makeFiles(lastRead) {
  const pieces = [];
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
