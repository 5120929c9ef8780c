/** Where the bytes of a file are asked for. */
export const attachmentUrl = (id: number): string => `/api/v1/attachments/${id}`
