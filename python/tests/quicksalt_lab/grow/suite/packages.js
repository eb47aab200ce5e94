// npm packages on inputs that some releases handle too slowly: packages.js FOLDER NAME N.
"use strict";

const [folder, name, size] = process.argv.slice(2);
const load = (module) => require(`${folder}/node_modules/${module}`);
const n = Number(size);

const run = {
  trim: () => load("lodash").trim(`1${" ".repeat(n)}1`),
  ends: () => load("trim")(`a${" ".repeat(n)}b`),
  uniq: () => load("underscore").uniq(Array.from({ length: n }, (_, i) => i)),
  groups: () => Object.keys(load("underscore").groupBy(Array.from({ length: n }, (_, i) => i))),
  range: () => {
    const { Range } = load("semver");
    try {
      return new Range(`1.2.3${" ".repeat(n)}#`).range;
    } catch {
      return "no range";
    }
  },
};
console.log(run[name]().length);
