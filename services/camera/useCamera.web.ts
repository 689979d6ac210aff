import { App } from 'antd'
import { useEffect, useRef, useState, type RefObject } from 'react'
import { useToast } from '../../kit/web/dialogs.web.tsx'
import { useSay } from '../../kit/web/words.web.ts'
import { CAMERAS, turned, ZOOM, type CameraName, type CameraStates, type DevicePart, type Rotation } from './device.ts'
import { deviceService, wrongIn, type DeviceService } from './device.web.ts'
import { closeLens, openLens } from './lens.web.ts'
import { developed } from './picture.web.ts'
import type { Preferences } from './preferences.web.ts'
import { cameraFailed, statesText, words, wrongText } from './words.ts'

/** Where pictures come from: still looking, the device service, the browser's own camera, files alone. */
export type CameraSource = keyof typeof words.bySource
interface Sight {
  source: CameraSource
  states: CameraStates
  /** what else hangs on the device; also where it has no camera */
  parts: readonly DevicePart[]
  camera: CameraName
  zoom: number
  turn: Rotation
  /** the moving picture runs */
  ready: boolean
  /** counts the streams of the device, so that a new one is asked for */
  again: number
}
const NONE = { primary: 'no', secondary: 'no' } as const
const START: Sight = { source: 'looking', states: NONE, parts: [], camera: 'primary', zoom: ZOOM.least, turn: 0, ready: false, again: 0 }
/** How often the device is asked what is plugged in, in milliseconds. */
const TICK = 3_000
/** The third kind of address at which browsers give cameras to pages. */
const THIS_MACHINE = '127.0.0.1'

/**
 * The camera of the tool: the device service first, else the browser's own camera, else none. Looks when it is mounted (`on`), lets everything go when
 * it leaves. Source: platform.md 2, 4, 8 (photo-capture tool).
 */
export function useCamera(on: boolean, p: Preferences, video: RefObject<HTMLVideoElement | null>) {
  const { say } = useSay()
  const { message } = App.useApp()
  const toast = useToast()
  const [sight, setSight] = useState(START)
  const [stream, setStream] = useState<MediaStream>()
  const held = useRef<{ device?: DeviceService; camera?: CameraName; stream?: MediaStream; round: number }>({ round: 0 })
  const set = (part: Partial<Sight>) => setSight((now) => ({ ...now, ...part }))
  const tell = (e: unknown) => toast.warn(wrongText(wrongIn(e)))

  function letGo(): void {
    const { device, camera, stream: running } = held.current
    if (device && camera) void device.close(camera).catch(() => undefined)
    closeLens(running)
    held.current = { round: held.current.round + 1 }
    setStream(undefined)
  }
  const device = () => (held.current.device ??= deviceService(p.port))
  async function byDevice(camera: CameraName): Promise<void> {
    const [round, d] = [held.current.round, device()]
    await d.open(camera)
    // somebody looked again, or left, in the meantime
    if (round !== held.current.round) return held.current.camera === camera ? undefined : void d.close(camera).catch(() => undefined)
    held.current.camera = camera
    setSight((now) => ({ ...now, source: 'device', camera, ready: true, again: now.again + 1 }))
  }
  async function byBrowser(camera: CameraName): Promise<void> {
    const round = held.current.round
    const lens = await openLens(camera)
    if (round !== held.current.round) return closeLens(lens.stream)
    closeLens(held.current.stream)
    held.current.stream = lens.stream
    setStream(lens.stream)
    set({ source: 'browser', camera, states: lens.states, ready: true })
  }
  /** Whether the service runs and has a camera; says so either way. */
  async function tryDevice(round: number): Promise<boolean> {
    const here = () => round === held.current.round
    try {
      const found = await device().status()
      if (here()) set({ parts: found.parts })
      const camera = CAMERAS.find((c) => found[c] !== 'no')
      if (!camera) {
        if (here()) toast.warn(words.noDevice)
        return false
      }
      await byDevice(camera)
      const states = await device().status()
      if (!here()) return true
      set({ states })
      toast.done(words.connected)
      void message.info(say(statesText(states)))
      return true
    } catch (e) {
      if (here()) tell(e)
      return false
    }
  }
  async function look(): Promise<void> {
    letGo()
    setSight(START)
    const { round } = held.current
    if (await tryDevice(round)) return
    if (round !== held.current.round) return
    delete held.current.device
    try {
      await byBrowser('primary')
    } catch {
      if (round !== held.current.round) return
      toast.warn(cameraFailed(THIS_MACHINE))
      set({ source: 'files' })
    }
  }
  /** What is plugged in now; a camera that was pulled out and put back runs on. */
  async function watch(): Promise<void> {
    const { round, camera, device: d } = held.current
    if (!d || !camera) return
    try {
      const states = await d.status()
      if (round !== held.current.round || camera !== held.current.camera) return
      set({ states, parts: states.parts })
      // it was put back, or the device answered too late once and runs on: opening twice is no fault
      if (states[camera] === 'ok' || (states[camera] === 'run' && !ready.current)) await byDevice(camera)
      if (states[camera] === 'no') lost(words.noDevice)
    } catch (e) {
      if (round !== held.current.round) return
      set({ states: NONE, parts: [] })
      lost(wrongText(wrongIn(e)))
    }
  }
  const ready = useRef(false)
  ready.current = sight.ready
  function lost(why: Parameters<typeof toast.warn>[0]): void {
    if (ready.current) toast.warn(why)
    set({ ready: false })
  }
  const doLook = useRef(look)
  doLook.current = look
  const doWatch = useRef(watch)
  doWatch.current = watch
  useEffect(() => {
    if (!on) return
    void doLook.current()
    const tick = setInterval(() => void doWatch.current(), TICK)
    return () => {
      clearInterval(tick)
      letGo()
    }
    // another port is another service; everything else is asked for with each call
  }, [on, p.port])

  const rotate = turned(sight.turn, sight.camera === 'primary' && p.rotatePrimary ? 90 : 0)
  return {
    ...sight,
    stream,
    /** how the moving picture and the photo are turned, the mounting of the primary camera counted in */
    rotate,
    previewUrl: sight.source === 'device' && sight.ready ? device().previewUrl(sight.camera, { zoom: sight.zoom, rotate }, sight.again) : undefined,
    look,
    async choose(camera: CameraName): Promise<void> {
      if (camera === sight.camera) return
      try {
        if (sight.source === 'browser') return await byBrowser(camera)
        const before = held.current.camera
        await byDevice(camera)
        if (before) await device().close(before)
        set({ states: await device().status() })
      } catch (e) {
        if (sight.source === 'browser') toast.warn(cameraFailed(THIS_MACHINE))
        else tell(e)
      }
    },
    zoomBy(by: -1 | 1): void {
      const zoom = sight.zoom + by
      if (zoom > ZOOM.most) return toast.warn(words.largest)
      if (zoom < ZOOM.least) return toast.warn(words.smallest)
      set({ zoom })
    },
    turnOn: (): void => set({ turn: turned(sight.turn, 90) }),
    /** Takes a photo; nothing when the camera refused, which is told. */
    async capture(name: string): Promise<File | undefined> {
      const shot = { zoom: sight.zoom, rotate, deskew: p.deskew && sight.camera === 'primary', quality: p.quality }
      try {
        if (sight.source === 'device') return new File([(await device().capture(sight.camera, shot, name)).bytes], name, { type: 'image/jpeg' })
        const picture = video.current!
        return new File([await developed(picture, picture.videoWidth, picture.videoHeight, shot)], name, { type: 'image/jpeg' })
      } catch (e) {
        tell(e)
        void watch()
        return undefined
      }
    },
  }
}
export type Camera = ReturnType<typeof useCamera>
