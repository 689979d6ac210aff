import { lazy, Suspense, useEffect, useState, type ReactNode } from 'react'
import type { Text } from '../../../kit/model/lang.ts'
import { kindOf, notShown, words, type PreviewKind, type ViewProps } from './kinds.ts'
import { NotShown, Reading } from './Notices.web.tsx'
import './preview.css'

const PdfView = lazy(() => import('./PdfView.web.tsx'))
const VIEWS: Readonly<Record<PreviewKind, (p: ViewProps) => ReactNode>> = {
  picture: (p) => <Picture {...p} />,
  pdf: (p) => <PdfView file={p.file} title={p.title} />,
  video: (p) => <Video {...p} />,
  text: lazyView(() => import('./TextView.web.tsx')),
  sheet: lazyView(() => import('./SheetView.web.tsx')),
  document: lazyView(() => import('./DocumentView.web.tsx')),
}
function lazyView(load: () => Promise<{ default: (p: ViewProps) => ReactNode }>) {
  const View = lazy(load)
  return (p: ViewProps) => <View {...p} />
}

interface FileViewProps {
  file: Blob
  /** the name of the file, or what it is called */
  name: string
}
/** A file shown in place by its kind: pictures, PDF, video, text, workbooks, Word documents. Whatever stands in it, nothing of it runs. */
export default function FileView({ file, name }: FileViewProps) {
  const [failed, setFailed] = useState<Text>()
  const kind = kindOf(name, file.type)
  const why = failed ?? notShown(kind, file.size)
  if (why || !kind) return <NotShown why={why ?? words.noKind} />
  return <Suspense fallback={<Reading />}>{VIEWS[kind]({ file, title: name, onFail: setFailed })}</Suspense>
}

/** An address of bytes that this browser holds, for as long as it is shown. */
function useAddress(file: Blob): string {
  const [url, setUrl] = useState('')
  useEffect(() => {
    const made = URL.createObjectURL(file)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  return url
}
function Picture({ file, title, onFail }: ViewProps) {
  const url = useAddress(file)
  return url ? <img className="preview-picture" src={url} alt={title} onError={() => onFail(words.unreadable)} /> : null
}
function Video({ file, title, onFail }: ViewProps) {
  const url = useAddress(file)
  // what people filmed on site has no captions
  return url ? <video className="preview-picture" src={url} aria-label={title} controls onError={() => onFail(words.noVideo)} /> : null
}
