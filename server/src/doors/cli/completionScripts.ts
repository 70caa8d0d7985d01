/** What a shell reads to complete a command line: each asks `pactwright completion --query` for the word that is typed. */
export const completionScripts = {
  // bash 3.2, which macOS has, knows neither `mapfile` nor `compopt`. Nothing that comes back is evaluated.
  bash: `_pactwright() {
  local typed="\${COMP_WORDS[COMP_CWORD]}" line text
  [ "$typed" = = ] && typed=
  COMPREPLY=()
  while IFS= read -r line; do
    case $line in
      :path | :folder)
        compopt -o filenames 2>/dev/null
        local kind=-f
        [ "$line" = :folder ] && kind=-d
        while IFS= read -r text; do COMPREPLY+=("$text"); done < <(compgen "$kind" -- "$typed")
        ;;
      *)
        text=\${line%%$'\\t'*}
        case $text in *=) compopt -o nospace 2>/dev/null ;; esac
        COMPREPLY+=("$text")
        ;;
    esac
  done < <(pactwright completion --query -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -F _pactwright pactwright
`,
  zsh: `#compdef pactwright
_pactwright() {
  local line text
  local -a texts open shown
  while IFS= read -r line; do
    case $line in
      :path) _files; return ;;
      :folder) _files -/; return ;;
    esac
    text=\${line%%$'\\t'*}
    if [[ $text = *= ]]; then open+=("$text"); else texts+=("$text"); shown+=("$text  \${line#*$'\\t'}"); fi
  done < <(pactwright completion --query -- "\${(@)words[2,CURRENT]}" 2>/dev/null)
  (( $#open )) && compadd -S '' -a open
  (( $#texts )) && compadd -l -d shown -a texts
}
if [ "$funcstack[1]" = "_pactwright" ]; then _pactwright; else compdef _pactwright pactwright; fi
`,
  fish: `function __pactwright_complete
    set -l words (commandline -opc) (commandline -ct)
    for line in (pactwright completion --query -- $words[2..-1] 2>/dev/null)
        switch $line
            case :path
                __fish_complete_path (commandline -ct)
            case :folder
                __fish_complete_directories (commandline -ct)
            case '*'
                echo $line
        end
    end
end
complete -c pactwright -f -a '(__pactwright_complete)'
`,
} as const;
