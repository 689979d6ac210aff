// What people type into services and layers as text: parameters, fields, style. Pure.
import type { Wrong } from '../../kit/model/problem.ts'
import { FORMATS } from './image.ts'
import { SERVICE, LAYER_SOURCE } from './gis.ts'

/** A field that is shown of a feature: its name in the data and what people call it. */
export interface ShownField {
  name: string
  label: string
}
/** Fields as they are typed: one a line, `name=label`, or the name alone. Undefined where a line is neither. */
export function shownFields(text: string | null | undefined): ShownField[] | undefined {
  const out: ShownField[] = []
  for (const line of (text ?? '').split(/[\n,，;；]/)) {
    const t = line.trim()
    if (t === '') continue
    const at = t.indexOf('=')
    const [name, label] = at < 0 ? [t, t] : [t.slice(0, at).trim(), t.slice(at + 1).trim()]
    if (!name || !label || name.length > 60 || label.length > 60) return undefined
    out.push({ name, label })
  }
  return out.length <= 60 ? out : undefined
}

/** How a layer of shapes is drawn. */
export interface LayerStyle {
  color?: string
  fill?: string
  width?: number
  /** of the product's parcels: which status colours them */
  theme?: string
}
const COLOUR = /^#[0-9a-f]{6}([0-9a-f]{2})?$/i
/** A style as it is typed: an object of colours, a width and a theme. Undefined where it is none. */
export function styleOf(text: string | null | undefined): LayerStyle | undefined {
  if (!text) return {}
  let raw: unknown
  try {
    raw = JSON.parse(text)
  } catch {
    return undefined
  }
  if (!raw || typeof raw !== 'object' || Array.isArray(raw)) return undefined
  const { color, fill, width, theme, ...rest } = raw as Record<string, unknown>
  const isFit = [color, fill].every((c) => c === undefined || (typeof c === 'string' && COLOUR.test(c)))
  if (!isFit || Object.keys(rest).length > 0) return undefined
  if (width !== undefined && !(typeof width === 'number' && width > 0 && width <= 20)) return undefined
  if (theme !== undefined && !(typeof theme === 'string' && /^\w{1,30}$/.test(theme))) return undefined
  return raw as LayerStyle
}

/** Parameters as they are typed, `a=b&c=d`. Undefined where they are none. */
export function readParams(text: string | null | undefined): URLSearchParams | undefined {
  const t = (text ?? '').trim().replace(/^\?/, '')
  if (t === '') return new URLSearchParams()
  return t.split('&').every((p) => /^[\w.:-]+=[^&\s]*$/.test(p)) ? new URLSearchParams(t) : undefined
}

const wrong = (field: string, zh: string, en: string): Wrong => ({ field, msg: { zh, en } })
/** What is wrong with a service beside its own fields. */
export function serviceFaults(s: { type?: unknown; url?: unknown; params?: unknown }): Wrong[] {
  const url = String(s.url ?? '')
  const isTiled = s.type === SERVICE.xyz || s.type === SERVICE.mvt
  return [
    ...(isTiled && !(url.includes('{z}') && url.includes('{x}') && (url.includes('{y}') || url.includes('{-y}')))
      ? [wrong('url', '瓦片服务的地址须含{z}、{x}、{y}', 'The address of tiles must have {z}, {x} and {y}')]
      : []),
    ...(!isTiled && /[{}]/.test(url) ? [wrong('url', '该类服务的地址不能含{}', 'The address of this kind of service has no braces')] : []),
    ...(readParams(s.params as string) ? [] : [wrong('params', '附加参数格式不正确，例：a=1&b=2', 'Parameters are malformed, e.g. a=1&b=2')]),
  ]
}
/** What is wrong with a layer beside its own fields. */
export function layerFaults(l: Readonly<Record<string, unknown>>): Wrong[] {
  const [from, to] = [l.minZoom, l.maxZoom].map((v) => (v === null || v === undefined || v === '' ? undefined : Number(v)))
  return [
    ...(l.source === LAYER_SOURCE.service && !l.serviceId ? [wrong('serviceId', '请选择图形服务', 'Please select a service')] : []),
    ...(l.source === LAYER_SOURCE.image && !l.imageId ? [wrong('imageId', '请选择影像', 'Please select a picture')] : []),
    ...(l.source === LAYER_SOURCE.own && !l.layerName ? [wrong('layerName', '请输入本系统图层', 'Name the layer of this product')] : []),
    ...(from !== undefined && to !== undefined && from > to ? [wrong('maxZoom', '最大级别不能小于最小级别', 'To zoom must not be below from zoom')] : []),
    ...(styleOf(l.style as string)
      ? []
      : [wrong('style', '样式格式不正确，例：{"color":"#027cff","width":2}', 'The style is malformed, e.g. {"color":"#027cff","width":2}')]),
    ...(shownFields(l.fields as string) ? [] : [wrong('fields', '字段格式不正确，每行一个：字段名=名称', 'Fields are malformed: one a line, name=label')]),
  ]
}
/** Formats of a configuration, or what is wrong with them. */
export function readFormats(text: string | null | undefined): (typeof FORMATS)[number][] | undefined {
  const list = (text ?? '')
    .split(',')
    .map((x) => x.trim().toLowerCase())
    .filter(Boolean)
  return list.length > 0 && list.every((x) => (FORMATS as readonly string[]).includes(x)) ? (list as (typeof FORMATS)[number][]) : undefined
}
export const formatsWrong = wrong('formats', `格式只能是${FORMATS.join('、')}，用逗号分隔`, `Formats are ${FORMATS.join(', ')}, separated by commas`)
