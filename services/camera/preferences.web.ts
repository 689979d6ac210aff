import { useState } from 'react'
import { isPort } from './device.ts'

/** How this browser takes photos: its desk has its own device. */
export interface Preferences {
  port: number
  /** primary-camera photos are turned by 90 degrees, and straightened. Source: platform.md 2 */
  rotatePrimary: boolean
  deskew: boolean
  /** of the JPEG, 1-100 */
  quality: number
  /** a device answered at this desk once, so that other screens look for it too */
  found: boolean
}
const KEPT = 'chengbao.camera'
/** Photos are kept as the uploader keeps pictures. Source: platform.md 9 (quality 0.8). */
const USUAL = { rotatePrimary: true, deskew: true, quality: 80, found: false } as const

/** What somebody chose at this browser; what is none counts as not chosen. */
export function storedPreferences(): Partial<Preferences> {
  try {
    const k = JSON.parse(localStorage.getItem(KEPT) ?? '{}') as Partial<Preferences>
    const flag = (name: 'rotatePrimary' | 'deskew' | 'found') => (typeof k[name] === 'boolean' ? { [name]: k[name] } : {})
    const quality = Number.isInteger(k.quality) && k.quality! >= 10 && k.quality! <= 100 ? { quality: k.quality! } : {}
    return { ...flag('rotatePrimary'), ...flag('deskew'), ...flag('found'), ...quality, ...(isPort(Number(k.port)) ? { port: Number(k.port) } : {}) }
  } catch {
    return {}
  }
}
/** The preferences, over the tenant's port; a change is kept in this browser. */
export function usePreferences(port: number): [Preferences, (part: Partial<Preferences>) => void] {
  const [own, setOwn] = useState(storedPreferences)
  const change = (part: Partial<Preferences>) => {
    const next = { ...own, ...part }
    localStorage.setItem(KEPT, JSON.stringify(next))
    setOwn(next)
  }
  return [{ port, ...USUAL, ...own }, change]
}
