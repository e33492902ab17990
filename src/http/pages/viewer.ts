// Swagger UI, bundled as text because only the browser runs it.

import licence from 'swagger-ui-dist/LICENSE?text'
import notice from 'swagger-ui-dist/NOTICE?text'
import style from 'swagger-ui-dist/swagger-ui.css?text'
import script from 'swagger-ui-dist/swagger-ui-bundle.js?text'
import notices from 'swagger-ui-dist/swagger-ui-bundle.js.LICENSE.txt?text'

// Source maps are not served, so browsers must not request them.
export const VIEWER_SCRIPT = script.replace(/\n\/\/# sourceMappingURL=.*\s*$/, '\n')
export const VIEWER_STYLE = style.replace(/\n?\/\*# sourceMappingURL=.*\*\/\s*$/, '\n')
export const LICENCES = `${notice}\n${licence}\n${notices}`
