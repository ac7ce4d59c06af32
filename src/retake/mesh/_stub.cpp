namespace retake {}
