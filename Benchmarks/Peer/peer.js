// The peer of the classic sequence: a to-do list as one writes it by hand, with no framework and no
// disk. Every change touches exactly the elements it concerns, which is as little as a page can do
// that draws at once.
'use strict';

const list = document.querySelector('.list');
const input = document.querySelector('.new');
const count = document.querySelector('.count');
const todos = new Map();
let last = 0;

function showCount() {
  let open = 0;
  for (const todo of todos.values()) if (!todo.done) open += 1;
  count.textContent = open;
}

function add(title) {
  const id = String(last += 1);
  todos.set(id, { title, done: false });
  const row = document.createElement('li');
  row.dataset.id = id;
  const toggle = document.createElement('input');
  toggle.type = 'checkbox';
  toggle.className = 'toggle';
  const text = document.createElement('span');
  text.textContent = title;
  const remove = document.createElement('button');
  remove.className = 'destroy';
  remove.textContent = '×';
  row.append(toggle, text, remove);
  list.prepend(row);
  showCount();
}

input.addEventListener('keydown', (event) => {
  const title = input.value.trim();
  if (event.key !== 'Enter' || !title) return;
  input.value = '';
  add(title);
});

list.addEventListener('change', (event) => {
  const row = event.target.closest('li');
  const todo = todos.get(row.dataset.id);
  todo.done = event.target.checked;
  row.classList.toggle('done', todo.done);
  showCount();
});

list.addEventListener('click', (event) => {
  if (!event.target.matches('.destroy')) return;
  const row = event.target.closest('li');
  todos.delete(row.dataset.id);
  row.remove();
  showCount();
});
