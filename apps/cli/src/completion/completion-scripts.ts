export const SHELLS = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof SHELLS)[number];

/** Asks for the words that may come next. yargs describes them where SHELL can show that, whatever shell somebody logs in with. */
const ASK = (shell: Shell): string => `SHELL=${shell} parapet --get-yargs-completions`;

/** What a shell has to be told once, so that the tabulator key completes what is said to `parapet`. */
export const COMPLETION_SCRIPTS: Readonly<Record<Shell, string>> = {
  bash: `# source <(parapet completion bash)
_parapet() {
  local IFS=$'\\n'
  COMPREPLY=($(compgen -W "$(${ASK('bash')} "\${COMP_WORDS[@]}" 2>/dev/null)" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _parapet parapet`,
  zsh: `#compdef parapet
# source <(parapet completion zsh)
_parapet() {
  local -a reply
  reply=("\${(@f)$(${ASK('zsh')} "\${(@)words[1,CURRENT]}" 2>/dev/null)}")
  if [[ -n "\${reply[1]}" ]]; then _describe parapet reply; else _default; fi
}
if [[ "\${zsh_eval_context[-1]}" == loadautofunc ]]; then _parapet "$@"; else compdef _parapet parapet; fi`,
  fish: `# parapet completion fish | source
complete -c parapet -a '(${ASK('fish')} (commandline -opc) (commandline -ct) 2>/dev/null)'`,
};
