// Runs in the browser. Adds a copy button to every code block; without JavaScript, the text can be selected.
for (const block of document.querySelectorAll('pre')) {
  const code = block.querySelector('code')
  const button = document.createElement('button')
  button.type = 'button'
  button.textContent = 'Copy'
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(code.textContent.trimEnd())
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
