import { PARAMS } from '../../platform/settings/params.ts'
import { cleanFileName } from '../files/names.ts'

/** Port on which the device's program listens when nobody says another one. Source: platform.md 7, 9. */
export const DEVICE_PORT = PARAMS.cameraPort.usual
export const isPort = (n: number): boolean => Number.isInteger(n) && n >= PARAMS.cameraPort.least && n <= PARAMS.cameraPort.most!
/** What a tenant says of its document cameras; `pluginUrl` is '' when nobody set it. */
export interface CameraSettings {
  pluginUrl: string
  port: number
}

export const CAMERAS = ['primary', 'secondary'] as const
export type CameraName = (typeof CAMERAS)[number]
/** no: not connected, ok: connected, run: connected and running. Source: platform.md 4 (photo-tool device states). */
export const DEVICE_STATES = ['no', 'ok', 'run'] as const
export type CameraState = (typeof DEVICE_STATES)[number]
export type CameraStates = Readonly<Record<CameraName, CameraState>>
/** What else may hang on the device. */
export const DEVICE_PARTS = ['idCard', 'icCard', 'pad', 'fingerprint', 'face', 'ocr', 'code', 'pdf'] as const
export type DevicePart = (typeof DEVICE_PARTS)[number]
export interface DeviceStatus extends CameraStates {
  version: string
  parts: readonly DevicePart[]
}

/** Steps of the zoom. Source: platform.md 2, 9. */
export const ZOOM = { least: 0, most: 9 } as const
/** How much a step magnifies: 1 to 4 times. */
export const magnification = (zoom: number): number => 1 + zoom / 3
export type Rotation = 0 | 90 | 180 | 270
/** A quarter turn further, clockwise. */
export const turned = (t: Rotation, by: Rotation): Rotation => ((t + by) % 360) as Rotation
/** How a camera is looked through: `rotate` in degrees clockwise. */
export interface DeviceView {
  zoom: number
  rotate: Rotation
}
/** A photo that is asked for: `deskew` straightens the page, `quality` is that of the JPEG, 1-100. */
export interface Shot extends DeviceView {
  deskew: boolean
  quality: number
}
export const PAD = { width: 600, height: 250 } as const
/** Kinds of IC cards. Source: platform.md 7 (IC card type is 1 to 7). */
export const IC_TYPES = [1, 2, 3, 4, 5, 6, 7] as const
export type IcType = (typeof IC_TYPES)[number]

/** Codes of the service's answers. Source: docs/device-service.md; camera not found, open failed and scan timeout: platform.md 8. */
export const CODE = {
  ok: 0,
  malformed: 400,
  origin: 403,
  unknown: 404,
  tooLarge: 413,
  noDevice: 1001,
  noCamera: 1002,
  openFailed: 1003,
  busy: 1004,
  notOpen: 1005,
  scanTimeout: 1101,
  noCard: 1102,
  padCancelled: 1103,
  noFinger: 1104,
  noFace: 1105,
  noText: 1106,
  noPart: 1107,
  badPicture: 1108,
} as const
export type Code = keyof typeof CODE
/** What can go wrong with a device: what it says, `away` when nobody listens there, `strange` when the answer cannot be used. */
export type DeviceWrong = Exclude<Code, 'ok'> | 'away' | 'strange'

export interface Picture {
  fileName: string
  bytes: Uint8Array<ArrayBuffer>
}
export interface Photo extends Picture {
  width: number
  height: number
  /** degrees by which the page was straightened */
  skew: number
}
export interface IdCard {
  name: string
  sex: string
  nation: string
  birthday: string
  address: string
  number: string
  issuer: string
  validFrom: string
  validTo: string
  photo: Uint8Array<ArrayBuffer>
}

type Raw = Record<string, unknown>
/** Why an answer cannot be used. A program at somebody's desk is not trusted: everything it says is read with these. Source: security.md K57. */
const strange = (what: string) => new Error(`the device's answer cannot be used: ${what}`)
/** An object with its own fields only. @throws when it is none */
export function record(v: unknown): Raw {
  if (v === null || typeof v !== 'object' || Array.isArray(v)) throw strange('no object')
  return v as Raw
}
/** Text without control signs, cut at `most` characters; '' when there is none. */
export const deviceText = (v: unknown, most = 200): string =>
  typeof v === 'string' ? [...v.slice(0, most * 2).replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, ' ')].slice(0, most).join('').trim() : ''
/** A finite number between two bounds. @throws otherwise */
export function deviceNumber(v: unknown, least: number, most: number): number {
  if (typeof v !== 'number' || !Number.isFinite(v) || v < least || v > most) throw strange('a number is missing or out of its bounds')
  return v
}
const HEADS = { jpeg: [0xff, 0xd8, 0xff], png: [0x89, 0x50, 0x4e, 0x47], pdf: [0x25, 0x50, 0x44, 0x46] } as const
export type FileKind = keyof typeof HEADS
/** Base64 as bytes of this kind. @throws when it is no base64 or does not begin as that kind does */
export function decodeDeviceBytes(v: unknown, kind: FileKind): Uint8Array<ArrayBuffer> {
  if (typeof v !== 'string' || v.length === 0) throw strange('no file')
  let bytes: Uint8Array<ArrayBuffer>
  try {
    bytes = Uint8Array.from(atob(v), (c) => c.charCodeAt(0))
  } catch {
    throw strange('no base64')
  }
  if (HEADS[kind].some((b, i) => bytes[i] !== b)) throw strange(`no ${kind}`)
  return bytes
}
/** A file name of the service as it may be shown and kept; `otherwise` when nothing is left of it. */
export const fileNameOf = (v: unknown, otherwise: string): string => cleanFileName(deviceText(v, 64)) || otherwise
const stateOf = (v: unknown): CameraState => (DEVICE_STATES.includes(v as CameraState) ? (v as CameraState) : 'no')
/** The status of the device; a state that is none counts as not connected. */
export function statusOf(v: unknown): DeviceStatus {
  const r = record(v)
  const parts = Array.isArray(r.parts) ? DEVICE_PARTS.filter((p) => (r.parts as unknown[]).includes(p)) : []
  return { version: deviceText(r.version, 40), primary: stateOf(r.primary), secondary: stateOf(r.secondary), parts }
}
/** A photo. */
export function photoOf(v: unknown, fileName: string): Photo {
  const r = record(v)
  return {
    fileName: fileNameOf(r.fileName, fileName),
    bytes: decodeDeviceBytes(r.file, 'jpeg'),
    width: deviceNumber(r.width, 1, 20_000),
    height: deviceNumber(r.height, 1, 20_000),
    skew: deviceNumber(r.skew, -45, 45),
  }
}
/** What stands on an identity card; every field as text, the portrait as JPEG. */
export function idCardOf(v: unknown): IdCard {
  const r = record(v)
  const names = ['name', 'sex', 'nation', 'birthday', 'address', 'number', 'issuer', 'validFrom', 'validTo'] as const
  const said = Object.fromEntries(names.map((n) => [n, deviceText(r[n])])) as Omit<IdCard, 'photo'>
  return { ...said, photo: decodeDeviceBytes(r.photo, 'jpeg') }
}
/** The name of what a code says went wrong. */
export function wrongOf(code: unknown): DeviceWrong {
  const found = (Object.keys(CODE) as Code[]).find((k) => CODE[k] === code)
  return found && found !== 'ok' ? found : 'strange'
}
