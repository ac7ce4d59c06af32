/** All files of a drop, also those in folders. */
export async function droppedFiles(transfer: DataTransfer): Promise<File[]> {
  const entries = [...transfer.items]
    .filter(({ kind }) => kind === 'file')
    .map((item) => item.webkitGetAsEntry());
  if (entries.some((entry) => entry === null)) return [...transfer.files];
  const nested = await Promise.all(entries.map((entry) => filesOf(entry!)));
  return nested.flat();
}

async function filesOf(entry: FileSystemEntry): Promise<File[]> {
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) =>
      (entry as FileSystemFileEntry).file(resolve, reject),
    );
    return [file];
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  const found: File[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (some.length === 0) return found; // a reader gives a hundred at a time
    found.push(...(await Promise.all(some.filter((one) => one.isFile).map(filesOf))).flat());
  }
}
