// Runs in the browser. Adds a copy button to every code block; without JavaScript, the text can be selected.

/** In a terminal session, only the commands: no prompts and no output. A backslash continues a command on the next line. */
function textToCopy(text) {
  const lines = text.trimEnd().split('\n')
  const isCommand = (index) =>
    lines[index].startsWith('$ ') || (index > 0 && lines[index - 1].endsWith('\\') && isCommand(index - 1))
  const commands = lines.filter((_, index) => isCommand(index))
  return commands.length > 0 ? commands.map((line) => line.replace(/^\$ /, '')).join('\n') : text.trimEnd()
}

for (const block of document.querySelectorAll('pre')) {
  const code = block.querySelector('code')
  const button = document.createElement('button')
  button.type = 'button'
  button.textContent = 'Copy'
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(textToCopy(code.textContent))
      button.textContent = 'Copied'
    } catch {
      // Browsers have no clipboard on hosts that they do not trust, such as an address of the local network.
      getSelection().selectAllChildren(code)
      button.textContent = 'Selected'
    }
    setTimeout(() => {
      button.textContent = 'Copy'
    }, 2000)
  })
  block.append(button)
}
