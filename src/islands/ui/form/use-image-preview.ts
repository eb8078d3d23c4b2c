import { useEffect, useState } from "react";

/**
 * The selected file as a `data:` URL for the preview, because the content security policy forbids
 * `blob:` URLs. Undefined until the file has been read.
 */
export function useImagePreview(file: File | undefined): string | undefined {
  const [preview, setPreview] = useState<{ of: File; url: string }>();
  useEffect(() => {
    if (!file) return;
    const reader = new FileReader();
    reader.onload = () => setPreview({ of: file, url: String(reader.result) });
    reader.readAsDataURL(file);
    return () => reader.abort();
  }, [file]);
  return preview && preview.of === file ? preview.url : undefined;
}
