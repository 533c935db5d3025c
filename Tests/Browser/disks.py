"""Bad disks, as scripts of a page."""

# `window.writeError`: the name of the error with which each write fails; `window.readError`: that of each read of what
# tabs wrote. `window.failed`: so often one of them did.
FAILING_DISK = """
const real = IDBDatabase.prototype.transaction;
window.failed = 0;
IDBDatabase.prototype.transaction = function (names, mode, options) {
  const error = mode === 'readwrite' ? window.writeError : names.includes('journal') && window.readError;
  if (!error) return real.call(this, names, mode, options);
  window.failed += 1;
  throw new DOMException('not here', error);
};
"""

# `window.slow`: what is written waits until `goOn()`.
SLOW_DISK = """
const real = crypto.subtle.encrypt.bind(crypto.subtle);
const waiting = [];
window.goOn = () => { window.slow = false; waiting.forEach(goOn => goOn()); };
crypto.subtle.encrypt = (...all) => window.slow
  ? new Promise(resolve => waiting.push(resolve)).then(() => real(...all)) : real(...all);
"""
