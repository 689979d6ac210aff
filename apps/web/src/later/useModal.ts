import type { ModalApi } from './Holders.tsx'
import { useLater } from './later.tsx'

/** antd's questions, which come with the first of them. */
export default function useModal() {
  return useLater<ModalApi>(['confirm', 'info', 'success', 'error', 'warning'], async () => (await import('./Holders.tsx')).Questions)
}
