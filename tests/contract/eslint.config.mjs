// The walls of the page. Vendored files stay as their authors made them.

import js from "@eslint/js";
import { createNodeResolver, importX } from "eslint-plugin-import-x";
import globals from "globals";

const ELEMENTS = "TaggedTemplateExpression[tag.name='html'] > TemplateLiteral";

export default [
  { ignores: ["page/static/vendor/**"] },
  js.configs.recommended,
  {
    files: ["**/*.mjs"],
    languageOptions: { globals: globals.browser },
    linterOptions: { reportUnusedDisableDirectives: "error" },
    plugins: { import: importX },
    settings: { "import-x/resolver-next": [createNodeResolver({ extensions: [".mjs"] })] },
    rules: {
      "import/no-cycle": "error",
      "import/no-unresolved": "error",
      "max-len": ["error", 120],
      "max-lines": ["error", 400],
      "max-lines-per-function": ["error", 60],
      "no-restricted-syntax": ["error", {
        selector: `TemplateLiteral:not(${ELEMENTS}) > TemplateElement[value.raw=/\\n/]`,
        message: "Modules are sent without indentation, so only templates of elements may have several lines.",
      }],
      "no-unused-vars": "error",
    },
  },
];
