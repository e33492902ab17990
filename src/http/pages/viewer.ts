// Swagger UI as it is published: bundled as text, because it is sent, never run here.

import licence from 'swagger-ui-dist/LICENSE?text'
import notice from 'swagger-ui-dist/NOTICE?text'
import style from 'swagger-ui-dist/swagger-ui.css?text'
import script from 'swagger-ui-dist/swagger-ui-bundle.js?text'
import notices from 'swagger-ui-dist/swagger-ui-bundle.js.LICENSE.txt?text'

// Maps are not served, and a browser's tools would ask for them.
export const VIEWER_SCRIPT = script.replace(/\n\/\/# sourceMappingURL=.*\s*$/, '\n')
export const VIEWER_STYLE = style.replace(/\n?\/\*# sourceMappingURL=.*\*\/\s*$/, '\n')
export const LICENCES = `${notice}\n${licence}\n${notices}`
