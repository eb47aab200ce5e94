// Faults of programs in Node and their repairs: foreign.js NAME N [repaired].
"use strict";

function unique(items) {
  const kept = [];
  for (const item of items) if (!kept.includes(item)) kept.push(item);
  return kept.length;
}

function uniqueBySet(items) {
  return new Set(items).size;
}

function total(items) {
  let sum = 0;
  for (const item of items) sum += item;
  return sum;
}

function averages(items) {
  const found = [];
  for (let i = 1; i <= items.length; i++) found.push(total(items.slice(0, i)) / i);
  return found.length;
}

function runningAverages(items) {
  const found = [];
  let sum = 0;
  for (let i = 0; i < items.length; i++) found.push((sum += items[i]) / (i + 1));
  return found.length;
}

class Store {
  constructor() {
    this.rows = [];
    this.index = new Map();
  }
  add(id) {
    this.rows.push({ id });
    this.index.set(id, this.rows.length - 1);
  }
  find(id) {
    for (const row of this.rows) if (row.id === id) return row;
    return null;
  }
  get(id) {
    return this.rows[this.index.get(id)];
  }
}

function lookups(n, repaired) {
  const store = new Store();
  let found = 0;
  for (let i = 0; i < n; i++) store.add(i);
  for (let i = 0; i < n; i++) found += (repaired ? store.get(i) : store.find(i)).id;
  return found;
}

function document(n) {
  const rows = [];
  for (let i = 0; i < n; i++) rows.push({ id: i, name: `row ${i}` });
  return JSON.parse(JSON.stringify(rows)).sort((a, b) => b.id - a.id).length;
}

const [name, size, repaired] = process.argv.slice(2);
const n = Number(size);
const items = Array.from({ length: n }, (_, i) => (i * 7919) % 1000003);
const run = {
  unique: () => (repaired ? uniqueBySet(items) : unique(items)),
  averages: () => (repaired ? runningAverages(items) : averages(items)),
  lookups: () => lookups(n, repaired),
  document: () => document(n),
};
console.log(run[name]());
