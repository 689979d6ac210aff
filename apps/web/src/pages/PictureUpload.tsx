import { App, Upload } from 'antd'
import type { ReactNode } from 'react'
import { useSay } from '../../../../kit/web/words.web.ts'
import { infoWords } from './info-words.ts'

const TYPES = ['image/jpeg', 'image/png']
const MOST = 500 * 1024
const asDataUrl = (file: File): Promise<string> =>
  new Promise((done, fail) => {
    const r = new FileReader()
    r.onload = () => done(r.result as string)
    r.onerror = () => fail(r.error)
    r.readAsDataURL(file)
  })

interface PictureUploadProps {
  /** the picture as a data address */
  onPick(picture: string): unknown
  children: ReactNode
}
/** Picks a picture that is sent with a form: jpg or png, at most 500 kB; another file is refused in words. */
export function PictureUpload({ onPick, children }: PictureUploadProps) {
  const { say } = useSay()
  const { message } = App.useApp()
  const pick = async (file: File) => {
    if (!TYPES.includes(file.type)) return message.error(say(infoWords.avatarType))
    if (file.size > MOST) return message.error(say(infoWords.avatarSize))
    return onPick(await asDataUrl(file))
  }
  return (
    <Upload
      accept=".jpg,.jpeg,.png"
      showUploadList={false}
      beforeUpload={(f) => {
        void pick(f)
        return false
      }}
    >
      {children}
    </Upload>
  )
}
