/** Brings a file to the program. `told` hears how many bytes have gone. Throws with its words. */
export function sendFile(
  url: string,
  file: Blob,
  told: (bytes: number) => void,
  signal: AbortSignal,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest(); // fetch does not tell how far an upload is
    request.open('POST', url);
    request.upload.onprogress = ({ loaded }) => told(loaded);
    request.onload = () => {
      if (request.status === 201) resolve();
      else reject(new Error(request.responseText.trim() || `answered with ${request.status}`));
    };
    request.onerror = () => reject(new Error('The program took no more of it.'));
    request.onabort = () => reject(new Error('cancelled'));
    signal.addEventListener('abort', () => request.abort(), { once: true });
    if (signal.aborted) return reject(new Error('cancelled'));
    request.send(file);
  });
}
