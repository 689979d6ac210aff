import type { MessageApi } from './Holders.tsx'
import { useLater } from './later.tsx'

/** antd's messages in passing. */
export default function useMessage(config?: object) {
  return useLater<MessageApi>(
    ['success', 'error', 'info', 'warning', 'loading', 'open', 'destroy'],
    async () => (await import('./Holders.tsx')).Messages,
    config,
  )
}
