import { api, type Query } from './client.web.ts'

/** Hands a file to the browser's downloads. */
export function saveBlob(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob)
  const a = Object.assign(document.createElement('a'), { href: url, download: name })
  a.click()
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}

/** Downloads a file of the API under the name the server gives, else `name`; with `body` by POST. Faults are shown and thrown. */
export async function download(path: string, query?: Query, name = 'download', body?: unknown): Promise<void> {
  const file = await api.blob(path, query, {}, body)
  saveBlob(file.blob, file.name || name)
}
