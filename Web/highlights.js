/** The copy behind a field, which highlights parts of its text. */

/** Scrolls the copies within a part of the document as far as their fields. */
export function followFields(part) {
  part.querySelectorAll('[data-behind]').forEach(copy => {
    const field = document.getElementById(copy.getAttribute('data-behind'));
    if (field) copy.scrollLeft = field.scrollLeft;
  });
}
document.addEventListener('scroll', ({ target }) => target.nodeName === 'INPUT' && followFields(document), true);
