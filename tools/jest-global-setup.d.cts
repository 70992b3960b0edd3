/** Builds what the tests start as processes. @throws Error where Node is too old for them */
declare function buildFirst(): void;
export = buildFirst;
