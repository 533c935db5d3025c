// The peer of a long list: as many to-dos as the address says behind its #, in memory only, with a search, three orders and the
// rows of the window in the document. It is what one writes by hand for such a list: one array, its own sort, one innerHTML.
'use strict';

const HEIGHT = 64;
const rows = document.querySelector('.rows');
const search = document.querySelector('.search input');
const input = document.querySelector('.quick-add input');
const menu = document.querySelector('.menu');
const orders = {
  'Newest first': (one, other) => other.made - one.made,
  'Title, A to Z': (one, other) => (one.key < other.key ? -1 : one.key > other.key ? 1 : 0),
  'Deadline': (one, other) => (one.deadline || Infinity) - (other.deadline || Infinity) || other.made - one.made,
};
const todos = [];
let order = 'Newest first';
let shown = [];
let isDue = false;

function add(title, made) {
  const todo = { id: todos.length, title, key: title.toLowerCase(), made, done: false, deadline: 0, detail: '' };
  todos.push(todo);
  return todo;
}

function row(todo, place) {
  const when = todo.deadline ? new Date(todo.deadline).toISOString().slice(0, 10) : '';
  const title = todo.title.replace(/[&<]/g, (sign) => (sign === '&' ? '&amp;' : '&lt;'));
  return `<div class="row${todo.done ? ' done' : ''}" data-id="${todo.id}" style="top:${place * HEIGHT}px"><input type="checkbox"
    class="check" aria-label="${title}"${todo.done ? ' checked' : ''}><div><b>${title}</b><small>${todo.detail} ${when}</small></div></div>`;
}

function choose() {
  const text = search.value.toLowerCase();
  shown = todos.filter((todo) => todo.key.includes(text) || todo.detail.toLowerCase().includes(text)).sort(orders[order]);
  draw();
}

// What changed is shown by the next frame, once.
function draw() {
  if (isDue) return;
  isDue = true;
  requestAnimationFrame(() => {
    isDue = false;
    const first = Math.max(0, Math.floor((scrollY - rows.offsetTop) / HEIGHT) - 5);
    rows.style.height = `${shown.length * HEIGHT}px`;
    rows.innerHTML = shown.slice(first, first + Math.ceil(innerHeight / HEIGHT) + 10).map((todo, n) => row(todo, first + n)).join('');
    document.querySelector('.count').textContent = shown.length;
  });
}

search.addEventListener('input', choose);
addEventListener('scroll', draw, { passive: true });
input.addEventListener('keydown', (event) => {
  const title = input.value.trim();
  if (event.key !== 'Enter' || !title) return;
  input.value = '';
  add(title, Date.now());
  choose();
});
rows.addEventListener('change', (event) => {
  todos[event.target.closest('.row').dataset.id].done = event.target.checked;
  draw();
});
document.querySelector('.sort').addEventListener('click', () => {
  menu.hidden = false;
});
menu.addEventListener('click', (event) => {
  order = event.target.textContent;
  menu.hidden = true;
  choose();
});

const words = 'buy call write read mend plant paint carry send find'.split(' ');
const things = 'milk,the letter,bread,a fence,mother,seeds,the hall,boxes,keys,tickets'.split(',');
const now = Date.now();
const total = Number(location.hash.slice(1));
for (let n = 0; n < total; n += 1) {
  const todo = add(`${words[n % 10]} ${things[Math.floor(n / 10) % things.length]} ${n}`, now - (total - n) * 1000);
  todo.done = n % 3 === 0;
  if (n % 4 === 0) todo.detail = `Remember the blue one, number ${n % 97}.`;
  if (n % 2 === 0) todo.deadline = now + (48 + (n * 7919) % 5000) * 3600000;
}
choose();
