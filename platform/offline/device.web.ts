import { api } from '../../kit/web/client.web.ts'
import type { Shelf } from './safe.web.ts'

/** By what the office knows this device; of no use to who reads it, and so not encrypted: a revoked device must be told so before anybody opens it. */
export interface KnownDevice {
  deviceId: string
  countyCode: string
}
const DEVICE = 'device'

/** The device as it was registered, if it was. */
export const deviceOf = (shelf: Shelf) => shelf.get(DEVICE) as Promise<KnownDevice | undefined>
/** Keeps by what the office knows this device. */
export const keepDevice = (shelf: Shelf, d: KnownDevice): Promise<void> => shelf.put([[DEVICE, d]])
/** Removes everything that lies on the device, whoever it belongs to. */
export const wipe = async (shelf: Shelf): Promise<void> => shelf.remove(await shelf.names())

/**
 * Asks the office whether the device was revoked; if it was, removes everything and says so to the office. Answers whether it was. Without a network, nothing is
 * removed and nothing is known.
 * @param path the call that knows devices
 */
export async function wipeIfRevoked(shelf: Shelf, path: string): Promise<boolean> {
  const device = await deviceOf(shelf)
  if (!device) return false
  const ask = (wiped: 0 | 1) => api.post<{ revoked: boolean }>(path, { ...device, wiped }, undefined, { quiet: true })
  const told = await ask(0).catch(() => undefined)
  if (!told?.revoked) return false
  await wipe(shelf)
  await ask(1).catch(() => undefined)
  return true
}
