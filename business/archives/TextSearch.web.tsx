import { useState, type ReactNode } from 'react'
import type { AnyRow } from '../../kit/web/calls.web.ts'
import { ResourcePage } from '../../platform/list/ResourcePage.web.tsx'
import { useSay } from '../../kit/web/words.web.ts'
import { PreviewDialog } from '../../services/files/preview/PreviewDialog.web.tsx'
import { file_page } from './archive.ts'
import { archiveWords } from './words.ts'

/** 全文检索: pages of filed papers by what is written on them, each with the paper to look at. */
export function TextSearch({ heading }: { heading: ReactNode }) {
  const { say } = useSay()
  const [shown, setShown] = useState<AnyRow>()
  return (
    <>
      <ResourcePage
        of={file_page}
        heading={heading}
        toolCommands={[]}
        rowCommands={[{ key: 'preview', label: archiveWords.preview, perm: 'file_detail_view', run: setShown }]}
      />
      {shown && (
        <PreviewDialog
          path="cbjyq/da/fileDetail/download"
          query={{ id: String(shown.detailId) }}
          title={say(archiveWords.inFile(String(shown.title ?? ''), Number(shown.page)))}
          onClose={() => setShown(undefined)}
        />
      )}
    </>
  )
}
