import { useState } from 'react'
import { useToast } from '../../kit/web/dialogs.web.tsx'
import type { IcType } from './device.ts'
import { deviceService } from './device.web.ts'
import { photoName, type ShownPhoto } from './photos.ts'
import type { Camera } from './useCamera.web.ts'
import { useDoing, type Hinted } from './useDoing.web.ts'
import { facesSaid, words, wrongText } from './words.ts'

/** What is done with the parts of the device, one at a time. */
export type PartAct = Exclude<Hinted, 'idCard'>
/** Seconds that a person has: to hold a code under the camera, to sign, to lay a finger. */
const WAIT = { code: 15, pad: 60, fingerprint: 20, icCard: 15 } as const
/** Quality of the JPEG of a face; it is compared, not read. */
const FACE_QUALITY = 90

/** A text that was read, to be copied. */
export interface FoundDevices {
  act: 'code' | 'ocr' | 'icCard'
  text: string
}
interface PartsOf {
  camera: Camera
  port: number
  /** a picture itself */
  blobOf(s: ShownPhoto): Promise<Blob>
  /** takes a picture into the list */
  onPicture(file: File): void
}
/**
 * What else the device can do in the photo tool: a code under the camera, writing on a picture, two faces compared; signature, fingerprint and face as
 * pictures beside the photos. Every refusal is told, and nothing is added then. Source: platform.md 7 (local device service).
 */
export function useDeviceParts({ camera, port, blobOf, onPicture }: PartsOf) {
  const toast = useToast()
  const { busy, doing } = useDoing<PartAct>()
  const [found, setFound] = useState<FoundDevices>()
  const device = deviceService(port)
  const keep = (bytes: Uint8Array<ArrayBuffer>, what: string, extension: 'jpg' | 'png') => {
    const name = photoName(Date.now(), [], what, extension)
    onPicture(new File([bytes], name, { type: extension === 'png' ? 'image/png' : 'image/jpeg' }))
  }
  const read = (act: FoundDevices['act'], text: string) => () => (text ? setFound({ act, text }) : toast.warn(wrongText(act === 'ocr' ? 'noText' : 'strange')))
  /** Somebody before the secondary camera; it is let go again unless it is the one that is looked through. */
  async function shotOfFace() {
    const other = camera.camera !== 'secondary' || !camera.ready
    if (other) await device.open('secondary')
    try {
      return await device.capture('secondary', { zoom: 0, rotate: 0, deskew: false, quality: FACE_QUALITY }, 'face.jpg')
    } finally {
      if (other) await device.close('secondary').catch(() => undefined)
    }
  }
  return {
    busy,
    found,
    forget: () => setFound(undefined),
    scan: () => doing('code', async () => read('code', (await device.scan(camera.camera, WAIT.code)).text)),
    /** Reads the number of an IC card of a kind (1 to 7); it is shown to be copied and kept nowhere. */
    icCard: (type: IcType) => doing('icCard', async () => read('icCard', await device.icCard(type, WAIT.icCard))),
    sign: () =>
      doing('pad', async () => {
        const bytes = await device.sign(WAIT.pad)
        return () => keep(bytes, words.names.pad.zh, 'png')
      }),
    finger: () =>
      doing('fingerprint', async () => {
        const { bytes } = await device.fingerprint(WAIT.fingerprint)
        return () => keep(bytes, words.names.fingerprint.zh, 'png')
      }),
    face: () =>
      doing('face', async () => {
        const { bytes } = await shotOfFace()
        // the service refuses a picture without a face when it is to compare it
        await device.face(new Blob([bytes]), new Blob([bytes]))
        return () => keep(bytes, words.names.face.zh, 'jpg')
      }),
    /** Reads what is written on pictures, one after the other. */
    ocr(pictures: readonly ShownPhoto[]): void {
      if (pictures.length === 0) return toast.warn(words.noPicture)
      void doing('ocr', async () => {
        const lines: string[] = []
        for (const s of pictures) lines.push(...(await device.ocr(await blobOf(s))))
        return read('ocr', lines.join('\n'))
      })
    },
    /** Tells whether two pictures show one person. */
    compare(pictures: readonly ShownPhoto[]): void {
      const [a, b] = pictures
      if (!a || !b || pictures.length > 2) return toast.warn(words.twoPictures)
      void doing('compare', async () => {
        const { score, same } = await device.face(await blobOf(a), await blobOf(b))
        return () => (same ? toast.done : toast.warn)(facesSaid(same, score))
      })
    },
  }
}
export type DeviceParts = ReturnType<typeof useDeviceParts>
