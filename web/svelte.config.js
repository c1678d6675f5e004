// Runes everywhere; component styles go to files, because the page's policy allows no inline style.
export default {
  compilerOptions: { runes: true, css: 'external' },
};
