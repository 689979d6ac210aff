import { both as p, type Text } from '../../kit/model/lang.ts'

/** A screen of the register that a scanned code leads to. */
export interface CodePlace {
  path: string
  /** the button that a person must have to see it */
  perm: string
  open: Text
}
/** Codes by their shape, and the list that is searched by them. Source: GB/T 35958; codes.md 3 (fbfbm 14, cbfbm 18, cbhtbm 18 and a letter, dkbm 19). */
const SHAPES: readonly { shape: RegExp; page: string; field: string; perm: string; open: Text }[] = [
  { shape: /^\d{14}$/, page: '/land/fbf', field: 'fbfbm', perm: 'fbf_view', open: p('查看发包方', 'Open the issuer') },
  { shape: /^\d{18}$/, page: '/land/cbf', field: 'cbfbm', perm: 'cbf_view', open: p('查看承包方', 'Open the contractor') },
  { shape: /^\d{18}[JQ]$/, page: '/registry/cbht', field: 'cbhtbm', perm: 'cbht_view', open: p('查看合同', 'Open the contract') },
  { shape: /^\d{19}$/, page: '/land/dk', field: 'dkbm', perm: 'dk_view', open: p('查看地块', 'Open the parcel') },
]
/** Where a scanned text leads when it is a code of the register; undefined for every other text, which is never an address. */
export function placeOfCode(text: string): CodePlace | undefined {
  const code = text.trim()
  const found = SHAPES.find((s) => s.shape.test(code))
  return found && { path: `${found.page}?${found.field}=${code}`, perm: found.perm, open: found.open }
}
