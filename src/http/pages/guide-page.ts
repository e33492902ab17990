/** A page around the HTML of a guide. */
export function guidePage(content: string): string {
  const heading = content.slice(content.indexOf('>', content.indexOf('<h1')) + 1, content.indexOf('</h1>'))
  const title = heading.replaceAll(/<[^<>]*>/g, '')
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · mds-sandbox</title>
<link rel="icon" href="favicon.svg">
<link rel="stylesheet" href="page.css">
</head>
<body class="guide">
<nav><a href="../">mds-sandbox</a></nav>
<main>
${content}</main>
<script src="page.js"></script>
</body>
</html>
`
}
