/** Uses XMLHttpRequest, because `fetch` doesn't report upload progress. */
export function fetchWithProgress(onProgress: (part: number) => void): typeof fetch {
  return (url, init = {}) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest()
      request.open(init.method ?? 'GET', String(url))
      new Headers(init.headers).forEach((value, name) => request.setRequestHeader(name, value))
      request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
      request.onload = () => resolve(new Response(request.response as string, { status: request.status }))
      request.onerror = () => reject(new TypeError('The request failed.'))
      request.send(init.body as FormData)
    })
}
