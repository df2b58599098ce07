"""Signs requests with botocore. Reads requests as JSON from standard input and prints their signatures as JSON."""
import datetime
import json
import sys

import botocore.auth
import botocore.awsrequest
import botocore.credentials

signatures = []
for case in json.load(sys.stdin):
    time = datetime.datetime.strptime(case["time"], "%Y%m%dT%H%M%SZ").replace(tzinfo=datetime.timezone.utc)

    class Clock(datetime.datetime):
        @classmethod
        def utcnow(cls):
            return time.replace(tzinfo=None)

        @classmethod
        def now(cls, tz=None):
            return time

    botocore.auth.datetime = type("datetime", (), {"datetime": Clock, "timezone": datetime.timezone})
    if hasattr(botocore.auth, "get_current_datetime"):
        botocore.auth.get_current_datetime = lambda remove_tzinfo=True: time.replace(tzinfo=None)
    credentials = botocore.credentials.Credentials(case["access"], case["secret"], case["token"])
    headers = dict(case["fields"])
    headers["X-Amz-Content-SHA256"] = case["payload"]
    request = botocore.awsrequest.AWSRequest(method=case["method"], url=case["url"], headers=headers)
    signer = botocore.auth.S3SigV4Auth(credentials, "s3", case["region"])
    signer.payload = lambda request: case["payload"]
    signer.add_auth(request)
    signatures.append(request.headers["Authorization"].split("Signature=")[1])
print(json.dumps(signatures))
