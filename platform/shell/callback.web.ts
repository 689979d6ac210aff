import { CALLBACK } from '../../kit/web/client.web.ts'

/** An address that somebody handed over and nobody judged yet. */
const ASKED = 'chengbao.callback.asked'

/** Keeps the `callback` of an entry address aside; the signed-in shell judges it by the server's list. */
export function noteCallback(search: string): void {
  const asked = new URLSearchParams(search).get('callback')
  if (asked) sessionStorage.setItem(ASKED, asked.slice(0, 2000))
}
/** The address when its origin stands in the list, else undefined. Names, ports and schemes must fit exactly. */
export function allowedCallback(asked: string, origins: readonly string[]): string | undefined {
  const url = URL.canParse(asked) ? new URL(asked) : undefined
  return url && /^https?:$/.test(url.protocol) && !url.username && !url.password && origins.includes(url.origin) ? url.href : undefined
}
/** Takes the address that was set aside, if the server's list allows it; forgets it otherwise. True when it was taken. */
export function judgeCallback(origins: readonly string[]): boolean {
  const asked = sessionStorage.getItem(ASKED)
  if (asked === null) return false
  sessionStorage.removeItem(ASKED)
  const good = allowedCallback(asked, origins)
  if (good) sessionStorage.setItem(CALLBACK, good)
  return good !== undefined
}
/** Whether an embedding program waits to be returned to. */
export const hasCallback = (): boolean => sessionStorage.getItem(CALLBACK) !== null
