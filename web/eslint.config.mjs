// What the sources of the page are held to beside their types. `scripts/page --check` runs it.
import { fileURLToPath } from "node:url";
import tseslint from "typescript-eslint";

export default tseslint.config(
    ...tseslint.configs.recommendedTypeChecked,
    {
        languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: fileURLToPath(new URL(".", import.meta.url)) } },
        linterOptions: { reportUnusedDisableDirectives: "error" },
        rules: {
            // Functions of props are passed on by themselves: as properties they cannot expect a `this`, and their types are
            // compared strictly.
            "@typescript-eslint/method-signature-style": ["error", "property"],
            // `test` gives a promise that node waits for.
            "@typescript-eslint/no-floating-promises": [
                "error",
                { allowForKnownSafeCalls: [{ from: "package", name: ["test", "describe", "it"], package: "node:test" }] },
            ],
            "@typescript-eslint/no-unused-vars": ["error", { varsIgnorePattern: "^_$", argsIgnorePattern: "^_$", destructuredArrayIgnorePattern: "^_$" }],
        },
    },
);
