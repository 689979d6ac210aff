import { Alert, Empty } from 'antd'
import { useEffect, useState } from 'react'
import { useSay } from '../../../kit/web/words.web.ts'
import { TEXT_MOST, previewText, words, type ViewProps } from './kinds.ts'
import { Reading } from './Notices.web.tsx'

/** Bytes that surely hold the characters that are shown: four each at most. */
const BYTES = TEXT_MOST * 4

/** Text as it stands in the file: its signs and lines, never as markup. */
export default function TextView({ file, title, onFail }: ViewProps) {
  const { say } = useSay()
  const [text, setText] = useState<string>()
  useEffect(() => {
    let gone = false
    void file
      .slice(0, BYTES)
      .arrayBuffer()
      .then((bytes) => {
        if (gone) return
        const read = previewText(new Uint8Array(bytes), file.size > BYTES)
        if (read === undefined) onFail(words.unreadable)
        else setText(read)
      })
    return () => {
      gone = true
    }
  }, [file, onFail])
  if (text === undefined) return <Reading />
  if (text.trim() === '') return <Empty description={say(words.emptyFile)} />
  const cut = text.length > TEXT_MOST || file.size > BYTES
  return (
    <>
      {cut && <Alert type="info" showIcon title={say(words.textCut)} style={{ marginBottom: 8 }} />}
      {/* what scrolls is reached with the keyboard */}
      <pre className="preview-text" tabIndex={0} role="region" aria-label={title}>
        {text.slice(0, TEXT_MOST)}
      </pre>
    </>
  )
}
