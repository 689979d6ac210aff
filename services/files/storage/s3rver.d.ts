declare module 's3rver' {
  /** An S3 server for tests, with its files in a folder. Its account is S3RVER with the key S3RVER. */
  export default class S3rver {
    constructor(o: { port: number; address: string; silent: boolean; directory: string; configureBuckets: { name: string }[] })
    run(): Promise<{ port: number }>
    close(): Promise<void>
  }
}
