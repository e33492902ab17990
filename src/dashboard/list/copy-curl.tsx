import { Button } from '../components/button.js'
import { copyText } from '../components/code-block.js'
import { currentWorld } from '../data/world.js'
import { asCurl } from '../text/copy-as.js'

/** A button that copies the request which reads an item. */
export const CopyCurl = ({ target }: { target: string }) => (
  <Button
    label="Copy as curl"
    title={`GET ${target}`}
    onClick={() =>
      void copyText(
        asCurl({ method: 'GET', target, headers: [], body: null, status: 200 }, currentWorld.value),
        'the request as curl',
      )
    }
  >
    curl
  </Button>
)
