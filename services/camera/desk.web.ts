import { useQuery } from '@tanstack/react-query'
import { api } from '../../kit/web/client.web.ts'
import { useSession } from '../../kit/web/session.web.ts'
import { queryKeyOf } from '../../kit/web/keys.web.ts'
import { DEVICE_PORT, type CameraSettings, type DevicePart } from './device.ts'
import { deviceService } from './device.web.ts'
import { storedPreferences } from './preferences.web.ts'

/** What the tenant says of its document cameras. */
export const useCameraSettings = (on = true) =>
  useQuery({
    queryKey: queryKeyOf('camera-settings'),
    enabled: on,
    retry: false,
    queryFn: () => api.get<CameraSettings>('cpt-resource/camera/settings', {}, { quiet: true }),
  })

/**
 * The port of the device at the reader's desk when it answers and has this part; undefined otherwise, without a word. It is looked for only where one
 * was set up: the tenant named the plug-in or a port, or this browser chose a port or found a device before. Nobody else's browser asks for the local
 * network because a form was opened.
 */
export function useDesk(part: DevicePart, on = true): number | undefined {
  const { can } = useSession()
  const { data: said } = useCameraSettings(on && can('attach_view'))
  const own = storedPreferences()
  const port = own.port ?? said?.port ?? DEVICE_PORT
  const setUp = !!said && (own.found || own.port !== undefined || said.pluginUrl !== '' || said.port !== DEVICE_PORT)
  // asked once more: a computer that is busy with drawing the form hears the first answer too late
  // the device is on this computer: it answers without a network too
  const status = useQuery({
    queryKey: queryKeyOf('device-status', port),
    enabled: on && setUp,
    retry: 1,
    networkMode: 'always',
    queryFn: () => deviceService(port).status(),
  })
  return on && status.data?.parts.includes(part) ? port : undefined
}
