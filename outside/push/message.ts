// The message that tells the real-estate registry of a finished business, as plain data and as XML. Pure. Source: business-flows.md 10.1; codes.md 5.1; docs/adr/0067.

/** Values of a message: nothing but text, numbers, none, and lists and objects of them. */
export type MessageValue = string | number | null | readonly MessageValue[] | { readonly [name: string]: MessageValue }
export type MessageObject = { readonly [name: string]: MessageValue }

export interface MessageHead {
  msgId: string
  bizCode: string
  /** type of business (dictionary business_type) and its item */
  bizType: string
  bizItem: string
  /** code of the message at the registry */
  bdcCode: string
  regionCode: string
  sendTime: string
  version: number
  prevBizCode?: string
  callbackUrl?: string
}
/** The books as they were and as the business left them, the parcels of both with shape and lineage, the parties, the contracts, the papers. */
export interface MessageContent {
  before: readonly MessageObject[]
  after: readonly MessageObject[]
  parcels: readonly MessageObject[]
  parties: { fbf: MessageObject | null; cbf: readonly MessageObject[]; members: readonly MessageObject[] }
  contract: readonly MessageObject[]
  files: readonly MessageObject[]
}
/** One finished business. */
export interface RegistryMessage extends MessageContent {
  head: MessageHead
}

const FIRST = '1000901'
const TRANSFER = '2000901'
const CHANGE = '3000901'
const END = '4000101'
const CORRECTION = '5000901'
/** Codes of the registry's messages by type of business. Source: codes.md 5.1. */
const BDC: Readonly<Record<string, string>> = {
  contract_sign: FIRST,
  change_split: TRANSFER,
  change_merge: TRANSFER,
  change_transfer: TRANSFER,
  change_exchange: TRANSFER,
  change_contract: CHANGE,
  contract_cancel: END,
  correct_fbf: CORRECTION,
  correct_cbf: CORRECTION,
  contract_renew: CHANGE,
  contract_supplement: FIRST,
}
/** Types of business that are pushed to the registry. */
export const TOLD_TYPES: readonly string[] = Object.keys(BDC)
/** Items that the registry is not told of: papers made anew inside its own house, and what of an issuer no book prints. */
const NOT_TOLD = ['contract_supplement_3', 'contract_supplement_4', 'correct_fbf_1']
/** The registry's code for a type and item of business, or undefined: it is not told of it. Source: codes.md 5.1. */
export const bdcCodeOf = (typeCode: string, itemCode: string | null): string | undefined => (NOT_TOLD.includes(itemCode ?? '') ? undefined : BDC[typeCode])

/** Characters that XML 1.0 cannot hold in any spelling. */
// eslint-disable-next-line no-control-regex
const NO_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g
const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;', '\r': '&#13;' }
/** A text as an XML element holds it. */
export const xmlText = (v: string): string => v.replace(NO_XML, '').replace(/[&<>"'\r]/g, (c) => ESCAPES[c]!)

/** An element of XML: an object has an element a name, a list an element `item` for each of its own; none is an empty element with nil="true". */
export function xmlElement(name: string, v: MessageValue): string {
  if (v === null) return `<${name} nil="true"/>`
  if (typeof v !== 'object') return `<${name}>${xmlText(String(v))}</${name}>`
  const inner = Array.isArray(v) ? v.map((x: MessageValue) => xmlElement('item', x)) : Object.entries(v).map(([n, x]) => xmlElement(n, x))
  return `<${name}>${inner.join('')}</${name}>`
}
export type MessageFormat = 'json' | 'xml'
/** The message as it goes over the wire. */
export const messageText = (m: RegistryMessage, format: MessageFormat): string =>
  format === 'xml' ? `<?xml version="1.0" encoding="UTF-8"?>\n${xmlElement('message', { ...m, head: { ...m.head } })}` : JSON.stringify(m)
/** Its media type. */
export const MESSAGE_TYPE: Readonly<Record<MessageFormat, string>> = { json: 'application/json', xml: 'application/xml' }
