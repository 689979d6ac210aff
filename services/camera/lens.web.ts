import { CAMERAS, type CameraName, type CameraStates } from './device.ts'

/** The moving picture of the browser's own camera, and which cameras there are. */
export interface Lens {
  stream: MediaStream
  states: CameraStates
}
/** Pixels that are asked for; a camera that has fewer gives what it has. */
const WANTED = { width: { ideal: 1920 }, height: { ideal: 1080 } } as const

const cameras = async (): Promise<MediaDeviceInfo[]> => (await navigator.mediaDevices.enumerateDevices()).filter((d) => d.kind === 'videoinput')

/** Opens a camera of the browser: the first is the primary one, the second the secondary. @throws when there is none, or it may not be used */
export async function openLens(camera: CameraName): Promise<Lens> {
  // absent on pages whose address is not trusted (neither https nor this machine)
  if (!navigator.mediaDevices) throw new Error('no camera at this address')
  const at = CAMERAS.indexOf(camera)
  const wanted = (await cameras())[at]
  if (at > 0 && !wanted) throw new Error('no such camera')
  // names of cameras are empty until the person has agreed once; the first one is the browser's choice then
  const stream = await navigator.mediaDevices.getUserMedia({
    audio: false,
    video: { ...WANTED, ...(wanted?.deviceId ? { deviceId: { exact: wanted.deviceId } } : {}) },
  })
  const count = (await cameras()).length
  const state = (c: CameraName) => (c === camera ? 'run' : CAMERAS.indexOf(c) < count ? 'ok' : 'no')
  return { stream, states: { primary: state('primary'), secondary: state('secondary') } }
}
export const closeLens = (stream: MediaStream | undefined): void => stream?.getTracks().forEach((t) => t.stop())
