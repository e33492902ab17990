import { ApiError, toError } from './api.js'
import { settings } from './settings.js'
import { apiKey } from './world.js'

/** Sends a file as the content of an asset. `fetch` does not report the progress of uploads. */
export function uploadContent(assetId: string, file: File, onProgress: (part: number) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('PUT', `${settings.root}/v1/assets/${encodeURIComponent(assetId)}/content`)
    request.setRequestHeader('X-API-Key', apiKey.peek())
    request.setRequestHeader('Content-Type', 'application/octet-stream')
    request.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 1 : loaded / total)
    request.onload = () => (request.status < 300 ? resolve() : reject(toError(request.status, request.responseText)))
    request.onerror = () =>
      reject(new ApiError(0, 'unreachable', 'The upload was interrupted. Is the sandbox running?'))
    request.send(file)
  })
}
