// What is asked of scripts beside their types, which `tsc` checks.

import js from "@eslint/js";
import globals from "globals";

export default [
  // A template, of which Python makes a script.
  { ignores: ["twoplayer/web/install/service.js", "site/", ".venv/"] },
  js.configs.recommended,
  {
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      "array-callback-return": "error",
      "consistent-return": "error",
      eqeqeq: "error",
      // Words in French have such spaces.
      "no-irregular-whitespace": ["error", { skipTemplates: true }],
      "no-promise-executor-return": "error",
      "no-shadow": "error",
      "no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_$" }],
      "no-var": "error",
      "object-shorthand": "error",
      "prefer-const": "error",
    },
  },
  { files: ["docs/**", "twoplayer/web/**"], languageOptions: { globals: globals.browser } },
  { files: ["tests/web/node/**"], languageOptions: { globals: globals.node } },
];
