import { message, Modal } from 'antd'
import { useEffect } from 'react'
import type { HolderProps } from './later.tsx'

export type ModalApi = ReturnType<typeof Modal.useModal>[0]
export type MessageApi = ReturnType<typeof message.useMessage>[0]

function useQueue<Api>({ queue, wanted }: HolderProps<Api>, api: Api): void {
  useEffect(() => {
    for (const act of queue.splice(0)) act(api)
  }, [api, queue, wanted])
}
/** Where questions are shown. */
export function Questions(props: HolderProps<ModalApi>) {
  const [api, holder] = Modal.useModal()
  useQueue(props, api)
  return holder
}
/** Where messages in passing are shown. */
export function Messages(props: HolderProps<MessageApi>) {
  const [api, holder] = message.useMessage(props.config)
  useQueue(props, api)
  return holder
}
