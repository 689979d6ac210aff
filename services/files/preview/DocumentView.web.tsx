import { Empty, Typography } from 'antd'
import { useMemo } from 'react'
import { useSay } from '../../../kit/web/words.web.ts'
import { useTaken } from './useTaken.web.ts'
import { words, type ViewProps } from './kinds.ts'
import { Reading } from './Notices.web.tsx'
import { treeOf } from './tree.web.ts'

const start = () => new Worker(new URL('./document-worker.web.ts', import.meta.url), { type: 'module' })
/** A Word document (.docx): its words, tables and pictures on a sheet of paper. */
export default function DocumentView({ file, title, onFail }: ViewProps) {
  const { say } = useSay()
  const html = useTaken<string>(start, { file, onFail })
  const tree = useMemo(() => (html === undefined ? undefined : treeOf(html)), [html])
  if (!tree) return <Reading />
  if (tree.length === 0) return <Empty description={say(words.emptyFile)} />
  return (
    <>
      {/* what scrolls is reached with the keyboard */}
      <div className="preview-paper" tabIndex={0} role="region" aria-label={title}>
        <article>{...tree}</article>
      </div>
      <Typography.Text type="secondary">{say(words.layout)}</Typography.Text>
    </>
  )
}
