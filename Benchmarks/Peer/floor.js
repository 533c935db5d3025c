// The floor of the classic sequence: the rows of Daybook, cloned from one of its own, in its own document. Benchmarks/floor.py
// makes that document.
'use strict';

const rows = document.querySelector('[data-region=rows]');
const input = document.getElementById('quick-add');
const [open, done] = ['open', 'done'].map(name => document.getElementById(name).content.firstElementChild);
const SAMPLE = 'Something to do';
const labelled = '[aria-label]';
let last = 0;

input.addEventListener('keydown', event => {
  const title = input.value.trim();
  if (event.key !== 'Enter' || !title) return;
  event.preventDefault();
  input.value = '';
  const row = open.cloneNode(true);
  row.setAttribute('data-key', String(last += 1));
  row.querySelector('.row-title').textContent = title;
  for (const part of row.querySelectorAll(labelled)) {
    part.setAttribute('aria-label', part.getAttribute('aria-label').replace(SAMPLE, title));
  }
  rows.prepend(row);
});

// What differs between an open row and a done one, in as few steps as there are differences.
function take(part, model) {
  for (const { name, value } of Array.from(model.attributes)) {
    if (!/^data-key$|^tabindex$|^aria-label$/.test(name) && part.getAttribute(name) !== value) part.setAttribute(name, value);
  }
  for (const { name } of Array.from(part.attributes)) if (!model.hasAttribute(name)) part.removeAttribute(name);
}

rows.addEventListener('click', event => {
  const check = event.target.closest('.check');
  const row = event.target.closest('.row');
  if (!check) return;
  take(row, done);
  take(check, done.querySelector('.check'));
  const grip = row.querySelector('.grip');
  if (grip && !done.querySelector('.grip')) grip.remove();
});

rows.addEventListener('keydown', event => {
  if (event.key === 'Delete') event.target.remove();
});
