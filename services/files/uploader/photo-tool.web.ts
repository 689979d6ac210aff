import { createContext, type FC } from 'react'
import type { Attachment } from './send.web.ts'
import type { UploadRules } from './upload-rules.ts'

/** Where photos go: the business, the kind, what that kind takes. */
export interface PhotosOf extends UploadRules {
  businessId: string
  businessItem?: string
  /** the contract whose paper it is: its id and code go with the PDF and name it */
  cbhtId?: string
  cbhtbm?: string
  readOnly?: boolean
  /** after each change of the business's files; with the PDF that was made, when one was */
  onChange?(pdf?: Attachment): void
}
export interface PhotoToolProps extends PhotosOf {
  onClose(): void
}
/** The photo tool that lists of files open. It stands above them, so the application hands it in; without one they have no such button. */
export const PhotoToolContext = createContext<FC<PhotoToolProps> | undefined>(undefined)
